export const dispatch = {
  'waiting.title': 'En despacho',
  'waiting.empty': 'Sin servicios en espera',
  'waiting.emptyText': 'Lo que entre aparecerá aquí al instante.',
  'monitoring.title': 'Monitoreo',
  'monitoring.empty': 'Sin servicios en curso',
  'monitoring.emptyText': 'Aquí verás los servicios con unidad asignada.',
  'waiting.age': 'en espera',

  'stage.toPickup': 'En camino a recoger',
  'stage.waiting': 'Esperando en recogida',
  'stage.onBoard': 'A bordo',

  'assign.title': 'Asignar unidad',
  'assign.to': 'Asignar al servicio {{number}}',
  'assign.search': 'Número o placa',
  'assign.submit': 'Asignar',
  'assign.inactive':
    'La unidad {{vehicle}} está inactiva: no ha reportado. Confirma con el conductor antes de asignarla.',
  'assign.inactiveConfirm': 'Asignar de todos modos',
  'assign.notEligible': 'Solo se asignan unidades activas o inactivas.',
  'assign.none': 'Ninguna unidad se puede asignar ahora.',
  'assign.distance': 'Distancia a la recogida',
  'assign.conflict': '{{person}} asignó la unidad {{vehicle}} {{age}}',

  'offline.disabled': 'Sin conexión: las acciones esperan a que vuelva el servidor.',
} as const
