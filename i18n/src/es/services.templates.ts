/** Plantillas de servicios de un cliente. */
export const templates = {
  title: 'Plantillas',
  use: 'Usar',
  useOf: 'Usar la plantilla {{name}}',
  save: 'Guardar como plantilla',
  rename: 'Cambiar nombre',
  delete: 'Eliminar plantilla',
  name: 'Nombre',
  hint: 'Tipo, prioridad, notas y paradas, para los próximos servicios de {{customer}}.',
  replaces: '{{customer}} ya tiene una plantilla con ese nombre: se reemplazará.',
  replace: 'Reemplazar',
  saved: 'Plantilla «{{name}}» guardada.',
  deleted: 'Plantilla «{{name}}» eliminada.',
  failed: 'No se pudo guardar la plantilla.',
  'delete.failed': 'No se pudo eliminar la plantilla.',
  'delete.title': 'Eliminar la plantilla «{{name}}»',
  'delete.text': 'Los servicios que se crearon con ella se conservan.',
} as const
