export const vehicleRecord = {
  'field.fleet': 'Flotilla',
  'field.seats': 'Asientos',
  'field.loadKg': 'Carga (kg)',
  'field.loadM3': 'Volumen de carga (m³)',
  'field.skills': 'Capacidades',
  'field.speedLimitKmh': 'Límite de velocidad (km/h)',
  'field.allowedHours': 'Horario permitido',
  'field.insurer': 'Aseguradora',
  'field.insurancePolicy': 'Póliza de seguro',
  'field.insuranceExpiresOn': 'Vence el seguro',
  'field.licenceExpiresOn': 'Vence la tarjeta de circulación',
  'field.workingZoneIds': 'Zonas de trabajo',

  'contactRole.vehicle_owner': 'Propietario de la unidad',
  'contactRole.emergency_contact': 'Contacto de emergencia',
  'contactRole.guest_viewer': 'Invitado que la ve',

  'bulk.changed': 'Cambiada',
  'bulk.unchanged': 'Ya estaba así',

  'file.name': 'unidades',
} as const
