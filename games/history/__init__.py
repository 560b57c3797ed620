"""What was played: found, watched again, proved, drawn as charts, taken out as files and brought back in."""
