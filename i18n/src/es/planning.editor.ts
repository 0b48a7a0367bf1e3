export const planEditor = {
  'locked.viewer': 'Solo puedes ver este plan: para editarlo se necesita permiso de gestión en la flotilla.',
  'locked.offline':
    'Sin conexión: no se puede editar. Los cambios que faltan se guardan cuando vuelva la conexión.',
  'locked.stale': 'Otra persona guardó este plan. Decide primero qué cambios se quedan.',
  saveFailed: 'No se pudo guardar el plan.',
}
