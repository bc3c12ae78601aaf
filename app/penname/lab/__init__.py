"""What measures Penname for its developers: speed, protection and what people make of the rewrites."""
