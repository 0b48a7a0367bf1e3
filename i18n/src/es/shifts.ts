export const shifts = {
  'status.planned': 'Programado',
  'status.running': 'En curso',
  'status.ended': 'Terminado',
  'status.cancelled': 'Cancelado',
} as const
