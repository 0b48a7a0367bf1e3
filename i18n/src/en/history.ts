import type { history as es } from '../es/history.ts'

export const history = {
  file: 'History',
  'column.time': 'Date and time ({{timeZone}})',
  'column.timeUtc': 'Date and time (UTC)',
  'column.latitude': 'Latitude',
  'column.longitude': 'Longitude',
  'column.speedKmh': 'Speed (km/h)',
  'column.heading': 'Heading (degrees)',
  'column.altitude': 'Altitude (m)',
  'column.odometerKm': 'Odometer (km)',
  'column.ignition': 'Ignition',
  'column.batteryPercent': 'Battery (%)',
  'column.fuelPercent': 'Fuel (%)',
  'column.signalPercent': 'Signal (%)',
  'column.satellites': 'Satellites',
  'ignition.on': 'On',
  'ignition.off': 'Off',
} satisfies Record<keyof typeof es, string>
