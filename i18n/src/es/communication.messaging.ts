/** Entradas a las conversaciones, destinatarios y referencias. */
export const messaging = {
  message: 'Mensaje',
  toDriver: 'Mensaje al conductor',
  toPerson: 'Enviar mensaje',
  aboutService: 'Conversación del servicio',
  forbidden: 'Puedes ver las conversaciones de esta flotilla, pero no escribir en ellas.',
  noAccess: 'No tienes acceso a las conversaciones de esta flotilla.',
  noDriver: 'Todavía no tiene conductor ni unidad.',
  noFleet: 'Elige primero una flotilla.',
  sendBy: 'Enviar por {{method}}',
  sendAllBy: 'Enviar a todos ellos por {{method}}',
  sentAgain_one: 'Se envió a {{count}} persona',
  sentAgain_other: 'Se envió a {{count}} personas',
  notSent_one: '{{count}} no se puede contactar por ese medio.',
  notSent_other: '{{count}} no se pueden contactar por ese medio.',
  left_one: 'Falta {{count}}: vuelve a enviarlo.',
  left_other: 'Faltan {{count}}: vuelve a enviarlo.',
} as const
