"""What was played: found, watched again, drawn as charts, taken out as files and brought back in."""
