export const push = {
  title: 'Notificaciones push',
  lead: 'Llegan a este equipo aunque Rumbo esté cerrado, hasta que cierres sesión.',
  notConfigured:
    'Las notificaciones push no están configuradas. Un superadministrador puede activarlas (VAPID_SUBJECT).',
  unsupported:
    'Este navegador no recibe notificaciones push. En un iPhone, agrega Rumbo primero a la pantalla de inicio.',
  denied: 'Bloqueaste las notificaciones de Rumbo en este navegador. Permítelas en los ajustes del sitio.',
  devices: 'Equipos que reciben notificaciones',
  thisDevice: 'Este equipo',
  neverSent: 'Activado {{since}}, sin envíos',
  lastSent: 'Último envío {{at}}',
  remove: 'Quitar',
  removeNamed: 'Quitar {{device}}',
  switchOn: 'Activar en este equipo',
  on: 'Este equipo ya recibe notificaciones.',
  test: 'Enviar prueba',
  tested_one: 'Se envió una prueba a {{count}} equipo.',
  tested_other: 'Se envió una prueba a {{count}} equipos.',
  'error.change': 'No se pudo cambiar. Inténtalo de nuevo.',
  'error.load': 'No se pudieron cargar tus equipos. Inténtalo de nuevo.',
} as const
