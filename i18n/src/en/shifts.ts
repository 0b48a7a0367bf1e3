export const shifts = {
  'status.planned': 'Planned',
  'status.running': 'Running',
  'status.ended': 'Ended',
  'status.cancelled': 'Cancelled',
}
