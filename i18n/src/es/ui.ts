export const ui = {
  back: 'Atrás',
  call: 'Llamar a {{name}}: {{phone}}',
  cancel: 'Cancelar',
  clear: 'Limpiar',
  close: 'Cerrar',
  next: 'Siguiente',
  retry: 'Reintentar',
  save: 'Guardar',
  write: 'Escribir a {{name}}: {{email}}',

  'age.never': 'sin reporte',

  'confirm.typeName': 'Escribe {{name}} para confirmar',

  'conflict.title': 'Alguien más cambió este registro',
  'conflict.text': '{{person}} lo cambió {{age}}. Elige qué se queda.',
  'conflict.someone': 'Otra persona',
  'conflict.field': 'Dato',
  'conflict.mine': 'Lo tuyo',
  'conflict.theirs': 'Lo guardado',
  'conflict.keepMine': 'Guardar lo mío',
  'conflict.takeTheirs': 'Usar lo guardado',

  'date.invalid': 'Escribe una fecha válida',
  'date.tooEarly': 'La fecha es anterior a la permitida',
  'date.tooLate': 'La fecha es posterior a la permitida',

  'discard.title': '¿Salir sin guardar?',
  'discard.text': 'Se pierde lo que escribiste aquí.',
  'discard.leave': 'Salir sin guardar',
  'discard.stay': 'Seguir editando',

  'error.title': 'No se pudo cargar',
  'error.text': 'El servidor no respondió o falló. Inténtalo de nuevo.',

  'filters.label': 'Filtros',
  'filters.set': 'Filtros ({{count}})',

  'live.delayed': 'Con retraso',
  'live.live': 'En vivo',
  'live.offline': 'Sin conexión',
  'live.paused': 'En pausa',

  loading: 'Cargando',
  optional: 'opcional',

  'search.label': 'Buscar',
  'search.clear': 'Borrar búsqueda',

  'stepper.done': '{{label}}, paso terminado',
  'stepper.step': 'Paso {{step}} de {{total}}: {{label}}',

  'table.empty': 'Sin resultados',
  'table.pageSize': 'Filas por página',
  'table.rangeBound': '{{from}} a {{to}} de más de {{total}}',
  'table.range': '{{from}} a {{to}} de {{total}}',
  'table.previous': 'Página anterior',
  'table.next': 'Página siguiente',
  'table.rowMenu': 'Acciones de {{name}}',
  'table.selectAll': 'Seleccionar todas las filas de la página',
  'table.selectRow': 'Seleccionar {{name}}',
  'table.sortBy': 'Ordenar por',
  'table.order': 'Sentido del orden',
  'table.ascending': 'Ascendente',
  'table.descending': 'Descendente',

  'toasts.region': 'Avisos',
  'toasts.dismiss': 'Cerrar aviso',
  'toasts.error': 'Error',
  'toasts.info': 'Información',
  'toasts.success': 'Listo',
  'toasts.warning': 'Atención',
} as const
