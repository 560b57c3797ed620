"""Groups of people who play together again and again: members, their ladder, their tables, invitations to all."""
