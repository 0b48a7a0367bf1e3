export const palette = {
  'group.screens': 'Pantallas',
  'group.deeds': 'Acciones',
  'group.contacts': 'Contactos',
  'group.recent': 'Lo último que usaste',
  'deed.fleet': 'Cambiar a la flotilla {{name}}',
  searching: 'Buscando…',
  found_one: '{{count}} resultado',
  found_other: '{{count}} resultados',
  'shortcuts.here': 'En esta pantalla',
  'shortcuts.everywhere': 'En todas las pantallas',
  'shortcuts.single': 'Usar atajos de una sola tecla',
  'key.space': 'Espacio',
} as const
