// Declare resources here, and export what `lumi stack output` shows.
export {};
