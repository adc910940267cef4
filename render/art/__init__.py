"""Art: plans of tiles from their segments, and the brushes that paint them."""
