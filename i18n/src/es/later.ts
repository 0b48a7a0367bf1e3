import { billing } from './billing.ts'
import { charges } from './charges.ts'
import { commands } from './commands.ts'
import { messaging } from './communication.messaging.ts'
import { communication } from './communication.ts'
import { directory } from './directory.ts'
import { dispatch } from './dispatch.ts'
import { driver } from './driver.ts'
import { customRules } from './events.custom.ts'
import { events } from './events.ts'
import { failures } from './failures.ts'
import { fenceEditor } from './geofences.editor.ts'
import { geofences } from './geofences.ts'
import { grid } from './grid.ts'
import { account } from './identity.account.ts'
import { users } from './identity.users.ts'
import { liveMap } from './live-map.ts'
import { audit } from './monitoring.audit.ts'
import { monitoring } from './monitoring.ts'
import { notificationPreferences } from './notifications.preferences.ts'
import { push } from './notifications.push.ts'
import { notificationRules } from './notifications.rules.ts'
import { notifications } from './notifications.ts'
import { webhooks } from './notifications.webhooks.ts'
import { companies } from './organisation.companies.ts'
import { panel } from './organisation.panel.ts'
import { tree } from './organisation.tree.ts'
import { palette } from './palette.ts'
import { payments } from './payments.ts'
import { basemap } from './places.basemap.ts'
import { regions } from './places.regions.ts'
import { places } from './places.ts'
import { planEditor } from './planning.editor.ts'
import { planningLive } from './planning.live.ts'
import { planPanels } from './planning.panels.ts'
import { planning } from './planning.ts'
import { radar } from './radar.ts'
import { imports } from './services.imports.ts'
import { series } from './services.series.ts'
import { templates } from './services.templates.ts'
import { services } from './services.ts'
import { shifts } from './shifts.ts'
import { devices } from './telemetry.devices.ts'
import { expected } from './telemetry.expected.ts'
import { history } from './telemetry.history.ts'
import { readings } from './telemetry.readings.ts'
import { tracking } from './tracking.ts'
import { troubleCodes } from './trouble-codes.ts'
import { vehicleDetails } from './vehicles.details.ts'
import { vehicleForm } from './vehicles.form.ts'
import { vehicleRecord } from './vehicles.record.ts'
import { work } from './work.ts'

/** Spanish texts that may come once the first page stands, by domain. */
export const laterDomains = {
  account,
  audit,
  billing,
  charges,
  commands,
  communication,
  companies,
  customRules,
  devices,
  directory,
  dispatch,
  driver,
  events,
  expected,
  failures,
  fenceEditor,
  geofences,
  grid,
  basemap,
  history,
  imports,
  liveMap,
  messaging,
  payments,
  monitoring,
  palette,
  panel,
  planEditor,
  planPanels,
  planning,
  planningLive,
  radar,
  readings,
  places,
  regions,
  series,
  services,
  templates,
  shifts,
  tracking,
  tree,
  troubleCodes,
  users,
  vehicleForm,
  vehicleRecord,
  vehicleDetails,
  work,
  notificationPreferences,
  notificationRules,
  notifications,
  push,
  webhooks,
} as const
