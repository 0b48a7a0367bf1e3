import type { charges as es } from '../es/charges.ts'

export const charges = {
  'line.base': 'Base fare',
  'line.distance': 'Distance',
  'line.time': 'Time',
  'line.zone': 'Flat fare',
  'line.minimum': 'Minimum fare adjustment',
  'line.waiting': 'Waiting',
  'line.stops': 'Additional stops',
  'line.surcharge': 'Surcharge',
  'line.extra': 'Extra',
  'line.stop_extra': 'Cost at a stop',
  'line.rounding': 'Rounding',
  'line.agreed': 'Agreed price',
  'line.adjustment': 'Adjustment',
  'line.rated': '{{quantity}} × {{rate}}',
  'line.total': 'Total',
  'line.concept': 'Item',
  'line.amount': 'Amount',
} as const satisfies Record<keyof typeof es, string>
