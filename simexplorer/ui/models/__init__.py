"""Tables over the arrays of a result: order and filter are index arrays, a cell's text is made when it is painted."""
