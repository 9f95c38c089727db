"""How dates are written: shorter than Django would, in every language alike. Numbers are as Django has them."""
