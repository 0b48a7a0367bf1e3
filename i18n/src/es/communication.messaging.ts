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
} as const
