export const shifts = {
  'standing.upcoming': 'Planned',
  'standing.late': 'Not started yet',
  'standing.running': 'Running',
  'standing.overrun': 'Overrunning',
  'standing.ended': 'Ended',
  'standing.missed': 'Missed',
  'standing.cancelled': 'Cancelled',
}
