export const mails = {
  optedOut: 'Rumbo: ya no recibirás mensajes en este número. Para recibirlos de nuevo, responde ALTA.',
  open: 'Abrir',
  foot: 'Rumbo envía este correo automáticamente; nadie lee las respuestas.',
  footAnswerable:
    'Rumbo envía este correo por la persona que lo escribió. Para contestarle, responde a este correo.',
  resetSubject: 'Tu código para recuperar la contraseña',
  resetBody:
    'Hola, {{name}}:\n\nTu código de verificación es {{code}}. Vence en {{minutes}} minutos. Escríbelo aquí con tu contraseña nueva:\n\n{{link}}\n\nSi no lo pediste, ignora este correo: tu contraseña sigue igual.',
  registeredSubject: 'Una cuenta espera activación',
  registeredBody:
    'Hola, {{name}}:\n\n{{person}} ({{email}}) creó una cuenta y espera que alguien la active y le asigne una flotilla.',
  passwordChangedSubject: 'Tu contraseña cambió',
  passwordChangedBody:
    'Hola, {{name}}:\n\nLa contraseña de tu cuenta {{username}} cambió y se cerraron todas tus sesiones.\n\nSi no fuiste tú, recupérala cuanto antes desde la pantalla de inicio de sesión y avisa a tu administrador.',
  passwordSetSubject: 'Un administrador cambió tu contraseña',
  passwordSetBody:
    'Hola, {{name}}:\n\nUn administrador puso otra contraseña a tu cuenta {{username}} y se cerraron todas tus sesiones.\n\nSi no lo esperabas, habla con tu administrador.',
  twoFactorOnSubject: 'La verificación en dos pasos está activada',
  twoFactorOnBody:
    'Hola, {{name}}:\n\nDesde ahora, tu cuenta {{username}} pide un código de un solo uso para entrar. Guarda los códigos de recuperación en un lugar seguro.\n\nSi no fuiste tú, cambia tu contraseña y avisa a tu administrador.',
  twoFactorOffSubject: 'La verificación en dos pasos está desactivada',
  twoFactorOffBody:
    'Hola, {{name}}:\n\nTu cuenta {{username}} ya no pide un código de un solo uso para entrar.\n\nSi no fuiste tú, cambia tu contraseña y avisa a tu administrador.',
  twoFactorResetSubject: 'Un administrador quitó tu verificación en dos pasos',
  twoFactorResetBody:
    'Hola, {{name}}:\n\nUn administrador quitó el código de un solo uso de tu cuenta {{username}} y se cerraron todas tus sesiones. Puedes activarlo de nuevo en tu perfil.\n\nSi no lo pediste, avisa a tu administrador.',
  emailChangedSubject: 'El correo de tu cuenta cambió',
  emailChangedBody:
    'Hola, {{name}}:\n\nEl correo de tu cuenta ahora es {{email}}. Este buzón ya no recibirá sus mensajes.\n\nSi no fuiste tú, avisa a tu administrador cuanto antes.',
  verificationSubject: 'Tu código para verificar el correo',
  verificationBody:
    'Hola, {{name}}:\n\nTu código de verificación es {{code}}. Vence en {{minutes}} minutos.\n\nSi no lo pediste, ignora este correo.',
  verificationText: 'Rumbo: tu código de verificación es {{code}}. Vence en {{minutes}} minutos.',
  invitationSubject: '{{person}} te invita a {{company}} en Rumbo',
  invitationBody:
    'Hola:\n\n{{person}} te invita a trabajar con {{company}} en Rumbo. Crea tu cuenta con este enlace:\n\n{{link}}\n\nEl enlace sirve una sola vez y vence en {{days}} días. Si no esperabas esta invitación, ignora este correo.',
  createdSubject: 'Tu cuenta de Rumbo está lista',
  createdBody:
    'Hola, {{name}}:\n\n{{person}} creó para ti la cuenta {{username}}. Inicia sesión con la contraseña que te indique:\n\n{{link}}\n\nEs posible que primero debas elegir una contraseña propia.',
  activatedSubject: 'Tu cuenta está activa',
  activatedBody:
    'Hola, {{name}}:\n\nTu cuenta {{username}} está activa. Ya puedes iniciar sesión:\n\n{{link}}',
  trackingSubject: '{{company}}: sigue tu servicio {{number}}',
  trackingBody:
    'Hola:\n\nAquí puedes ver dónde va tu unidad, cuándo llega y, al final, el recibo de tu servicio {{number}} con {{company}}:\n\n{{link}}\n\nEl enlace es solo para ti: quien lo tenga puede ver tu servicio. Se cierra una hora después de que termine.',
  trackingText: '{{company}}: sigue aquí tu servicio {{number}}: {{link}}',
  testSubject: 'Prueba de envío',
  testBody: 'Hola:\n\nEste correo es una prueba. Si lo estás leyendo, el envío de correo funciona.',
  testText: 'Rumbo: este SMS es una prueba. El envío de SMS funciona.',
  webhookOffSubject: 'El webhook «{{name}}» se apagó',
  webhookGone:
    'Hola:\n\nEl webhook «{{name}}» ({{url}}) respondió que ya no recibe notificaciones (410), así que Rumbo lo apagó. Puedes encenderlo otra vez en los ajustes de la empresa.',
  webhookFailing:
    'Hola:\n\nDesde hace cinco días fallan todas las llamadas del webhook «{{name}}» ({{url}}), así que Rumbo lo apagó. Revisa la dirección y enciéndelo otra vez en los ajustes de la empresa.',
  'push.acknowledge': 'Enterado',
  'push.open': 'Abrir',
  'push.accept': 'Aceptar',
  'push.reject': 'Rechazar',
  'push.acknowledgeDone': 'Listo: el evento quedó como atendido.',
  'push.acceptDone': 'Aceptaste el servicio.',
  'push.rejectDone': 'Rechazaste el servicio.',
  'push.failed': 'No se pudo. Abre Rumbo e inténtalo ahí.',
  'notification.event': '{{vehicle}} ({{plate}}) · {{time}} · Gravedad: {{severity}}',
  'notification.assigned': 'Se te asignó un evento',
  'notification.mentioned': '{{name}} te mencionó en un comentario',
  'notification.test': 'Prueba de la regla «{{name}}»',
  'notification.testMessage': 'Así llega una notificación de esta regla. No pasó nada.',
  'notification.escalation': 'Sin atender: {{title}}',
  'digest.subject_one': '{{shown}} notificación de Rumbo',
  'digest.subject_other': '{{shown}} notificaciones de Rumbo',
  'digest.line': '{{time}} · {{title}}',
  'digest.times': '{{title}} ({{count}} veces)',
  'digest.more': 'y {{count}} más',
  'digest.unsubscribe': 'Para dejar de recibir este resumen:',
  'quiet.sms': 'Rumbo: {{count}} notificaciones durante tus horas de silencio. La última: {{title}}',
  'unsubscribe.ask':
    '¿Ya no quieres recibir por correo los resúmenes de notificaciones de Rumbo? Las seguirás viendo dentro de Rumbo.',
  'unsubscribe.button': 'No recibir más resúmenes',
  'unsubscribe.done': 'Listo: ya no te enviaremos resúmenes por correo. Puedes cambiarlo en tu perfil.',
  'notification.service.assigned': 'Servicio {{number}}: es tuyo',
  'notification.service.changed': 'Servicio {{number}}: cambió',
  'notification.service.cancelled': 'Servicio {{number}}: se canceló',
  'notification.service.taken': 'Servicio {{number}}: ya no es tuyo',
  'notification.offer': 'Te ofrecen el servicio {{number}}',
  'notification.message': 'Mensaje de {{name}}',
  'notification.attachment': 'Envió un archivo.',
  'push.testTitle': 'Prueba de Rumbo',
  'push.testMessage': 'Si la ves, este equipo recibe notificaciones.',
  'message.subject': 'Mensaje de {{name}} en Rumbo',
  'message.filesAttached': 'Archivos adjuntos: {{names}}',
  'message.filesLinked_one': '{{count}} archivo, se descarga durante {{days}} días en:',
  'message.filesLinked_other': '{{count}} archivos, se descargan durante {{days}} días en:',
  'sharedFiles.from': '{{company}} te comparte estos archivos:',
  'sharedFiles.gone':
    'Estos archivos ya no se pueden descargar. Pídelos a la empresa que te envió el enlace.',
  'sharedFiles.until': 'Se pueden descargar hasta el {{date}}.',
  'message.filesRefused':
    'No se guardaron {{names}}. Se aceptan fotos JPEG, PNG y WebP, PDF y audio de hasta 2 minutos, de hasta 10 MB cada uno.',
  'message.withoutText':
    'Llegó algo sin texto, como una foto, un audio o una ubicación. Rumbo no los recibe por SMS ni por WhatsApp.',
  'message.mailTooLarge': 'El correo “{{subject}}” pesa más de 30 MB y no se guardó.',
  'message.approved': 'Aprobado',
  'message.denied': 'No autorizado',
  'message.request.break': 'Pido un descanso',
  'message.request.end_shift': 'Pido terminar mi turno',
  'message.request.no_show': 'El cliente no se presentó',
  'message.request.help': 'Necesito ayuda',
  'message.request.call_me': 'Llámenme, por favor',
  'message.driver.assigned': '{{name}} lleva ahora este servicio.',
  'message.driver.taken': '{{name}} ya no lleva este servicio.',
  'message.emergency': 'Emergencia · {{vehicle}}',
  'message.emergencyLog': 'Se declaró una emergencia de la unidad {{vehicle}}.',
} as const
