export const shifts = {
  'standing.upcoming': 'Programado',
  'standing.late': 'No ha iniciado',
  'standing.running': 'En curso',
  'standing.overrun': 'Excedido',
  'standing.ended': 'Terminado',
  'standing.missed': 'No se presentó',
  'standing.cancelled': 'Cancelado',
} as const
