"""The roles: attacker, arbitrator, anonymizer. The only place where a prompt meets a domain object."""
