export const basemap = {
  approximate: 'Calles aproximadas',
  unavailable: 'Calles no disponibles por ahora',
  noRegions: 'No hay calles instaladas.',
  addRegion: 'Agregar una región',
  noWebGl: 'Este navegador no puede dibujar el mapa',
  noWebGlText:
    'Le falta WebGL. La cuadrícula y la lista muestran las mismas unidades; prueba con otro navegador.',
} as const
