// Placeholder, replaced by the first file of the module.
