import type { vehicleRecord as spanish } from '../es/vehicles.record.ts'

export const vehicleRecord: Record<keyof typeof spanish, string> = {
  'field.fleet': 'Fleet',
  'field.seats': 'Seats',
  'field.loadKg': 'Load (kg)',
  'field.loadM3': 'Load volume (m³)',
  'field.skills': 'Skills',
  'field.speedLimitKmh': 'Speed limit (km/h)',
  'field.allowedHours': 'Allowed hours',
  'field.insurer': 'Insurer',
  'field.insurancePolicy': 'Insurance policy',
  'field.insuranceExpiresOn': 'Insurance expires on',
  'field.licenceExpiresOn': 'Circulation permit expires on',
  'field.workingZoneIds': 'Working zones',

  'contactRole.vehicle_owner': 'Vehicle owner',
  'contactRole.emergency_contact': 'Emergency contact',
  'contactRole.guest_viewer': 'Guest viewer',

  'bulk.changed': 'Changed',
  'bulk.unchanged': 'Was so already',

  'file.name': 'vehicles',
}
