import type { palette as es } from '../es/palette.ts'

export const palette = {
  'group.screens': 'Screens',
  'group.deeds': 'Actions',
  'group.contacts': 'Contacts',
  'group.watchpoints': 'Saved points',
  'group.recent': 'Used last',
  'action.fleet': 'Switch to fleet {{name}}',
  'action.allFleets': 'Show all my fleets',
  searching: 'Searching…',
  found_one: '{{count}} result',
  found_other: '{{count}} results',
  'shortcuts.here': 'On this screen',
  'shortcuts.everywhere': 'On every screen',
  'shortcuts.single': 'Use single-key shortcuts',
  'key.space': 'Space',
} as const satisfies Record<keyof typeof es, string>
