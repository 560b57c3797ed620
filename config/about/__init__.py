"""What a site says about itself: privacy, terms, who runs it, and what search engines may read."""
