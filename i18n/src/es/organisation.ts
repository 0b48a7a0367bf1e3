export const organisation = {
  'tier.starter': 'Starter',
  'tier.professional': 'Professional',
  'tier.enterprise': 'Enterprise',
  'tier.upgrade': 'Mejora a {{tier}} para usar esta función',

  'error.loadCompanies': 'No se pudieron cargar las empresas',
  'error.loadCompany': 'No se pudo cargar la empresa o no tienes acceso',
  'error.createCompany': 'No se pudo crear la empresa',
  'error.updateCompany': 'No se pudo actualizar la empresa',
  'error.deleteCompany': 'No se pudo eliminar la empresa',
  'error.loadFleets': 'No se pudieron cargar las flotillas',
  'error.loadFleet': 'No se pudo cargar la flotilla o no tienes acceso',
  'error.configurationForbidden': 'No tienes permiso para configurar flotillas.',

  'feature.off': 'Esta función está apagada en {{fleet}}.',
  'feature.offHint': 'Un administrador puede encenderla en Configuración de flotilla.',
  'feature.openConfiguration': 'Abrir Configuración de flotilla',
  'feature.mapOff': 'El mapa está apagado en esta flotilla',
} as const
