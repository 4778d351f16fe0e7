"""Verb-object collocations that say the same: `promote trade` and `boost commerce`."""
