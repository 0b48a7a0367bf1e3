export const basemap = {
  approximate: 'Approximate streets',
  unavailable: 'Streets are not available for now',
  noRegions: 'No streets are installed.',
  addRegion: 'Add a region',
  noWebGl: 'This browser cannot draw the map',
  noWebGlText: 'It lacks WebGL. The grid and the list show the same vehicles; try another browser.',
} as const
