"""The scores of stand-ins (GPF), stage by stage."""
