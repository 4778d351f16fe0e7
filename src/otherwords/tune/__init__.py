"""Tuning: labels of units on development sentences, and the weights that follow from them."""
