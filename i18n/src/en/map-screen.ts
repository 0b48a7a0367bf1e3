import type { mapScreen as es } from '../es/map-screen.ts'

export const mapScreen = {
  'filter.type': 'Vehicle type',
  'filter.allTypes': 'All types',
  'list.noPosition': 'No position',
  'layers.label': 'Map layers',
  'layers.services': 'Services under way',
  'layers.trail': 'Way of the last 10 min',
  'layers.trailHint': 'Choose a vehicle to see where it came from.',
  'share.copy': 'Copy link to this view',
  'share.copied': 'Link copied. Whoever opens it sees this same view.',
  'share.failed': 'It could not be copied. Copy the browser’s address.',
  'share.refused':
    'You cannot see the fleet of this link, or it no longer exists. Ask whoever sent it for access.',
  'share.unreachable': 'The fleet of this link could not be opened.',
  'spot.label': '{{count}} vehicles on this spot',
  'spot.more_one': 'And {{count}} more vehicle: find it in the list.',
  'spot.more_other': 'And {{count}} more vehicles: find them in the list.',
  'popup.addressFailed': 'The street could not be looked up. Use the coordinates.',
  'popup.lastReport': 'Last report: {{moment}}',
  'popup.more': 'More actions for vehicle {{number}}',
  'key.list': 'Show or hide the list',
  'key.follow': 'Follow the chosen vehicle',
  'key.close': 'Close the card of the vehicle',
} satisfies Record<keyof typeof es, string>
