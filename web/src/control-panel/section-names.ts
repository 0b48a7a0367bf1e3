import type { PanelSection } from '@rumbo/contract/organisation.panels.contract'
import type { TextKey } from '@rumbo/i18n/keys'

/** The title of each section, in the panel and in the dialog that arranges it. */
export const sectionNames = {
  start: 'panel.start.title',
  fleet: 'dispatch.panel.fleet',
  services: 'services.many',
  outlook: 'panel.outlook.title',
  needs: 'panel.needs.title',
  events: 'panel.events.title',
  map: 'panel.map.title',
  queue: 'dispatch.panel.queue',
  standing: 'panel.standing.title',
  server: 'panel.server.title',
} as const satisfies Record<PanelSection, TextKey>
