/** The domains that each domain of the server may use; each is a folder of `server/src`. */
export const mayUse = {
  identity: [],
  organisation: ['identity'],
  directory: ['organisation'],
  places: ['organisation'],
  billing: ['organisation', 'places'],
  vehicles: ['organisation', 'directory', 'places'],
  telemetry: ['vehicles', 'places'],
  commands: ['vehicles', 'telemetry'],
  geofences: ['organisation', 'vehicles', 'places', 'telemetry'],
  events: ['organisation', 'vehicles', 'telemetry'],
  shifts: ['organisation', 'directory', 'vehicles'],
  services: ['organisation', 'directory', 'vehicles', 'telemetry', 'places', 'billing', 'shifts'],
  payments: ['organisation', 'directory', 'shifts', 'services'],
  planning: ['organisation', 'places', 'vehicles', 'telemetry', 'shifts', 'services'],
  dispatch: ['organisation', 'planning', 'shifts', 'services', 'vehicles', 'telemetry', 'places', 'events'],
  drivers: [
    'organisation',
    'telemetry',
    'shifts',
    'services',
    'planning',
    'vehicles',
    'events',
    'payments',
    'dispatch',
  ],
  watchpoints: ['organisation', 'places', 'vehicles'],
  notifications: [
    'identity',
    'organisation',
    'directory',
    'vehicles',
    'shifts',
    'places',
    'events',
    'services',
    'dispatch',
    'communication',
  ],
  communication: [
    'identity',
    'organisation',
    'directory',
    'vehicles',
    'telemetry',
    'shifts',
    'geofences',
    'places',
    'services',
    'dispatch',
    'events',
  ],
  monitoring: [],
}

/** Folders of `server/src` that are not domains: below all of them, above all of them, and for tests. */
export const serverFrame = ['platform', 'assembly', 'testing']

/** Folders of `web/src` below the domains, each with those it may use; every domain may use all of them. */
export const webFrame = {
  ui: [],
  live: ['ui'],
  app: ['ui', 'live', 'identity'],
  map: ['ui', 'app'],
  work: ['ui', 'app'],
}

/**
 * The domains that each domain of the browser may use; each is a folder of `web/src`. A subfolder such as
 * `identity/users` has a row of its own if it uses other domains than its parent.
 */
export const webMayUse = {
  identity: [],
  'identity/users': ['identity', 'organisation', 'directory', 'vehicles'],
  organisation: ['identity'],
  directory: ['identity', 'organisation', 'places', 'messaging'],
  places: [],
  vehicles: ['organisation', 'directory', 'places'],
  telemetry: ['vehicles', 'places'],
  commands: ['vehicles', 'telemetry'],
  events: ['vehicles', 'telemetry'],
  geofences: ['vehicles', 'telemetry', 'places'],
  payments: ['organisation', 'directory'],
  billing: ['places', 'vehicles'],
  shifts: ['organisation', 'directory', 'vehicles', 'messaging'],
  services: ['organisation', 'directory', 'vehicles', 'places', 'payments', 'billing', 'messaging'],
  dispatch: ['services', 'vehicles', 'telemetry', 'places', 'messaging'],
  planning: ['vehicles', 'places', 'services', 'telemetry', 'directory'],
  drivers: ['services', 'shifts', 'payments', 'telemetry'],
  watchpoints: ['organisation'],
  notifications: ['identity', 'vehicles', 'directory', 'organisation', 'events'],
  communication: ['directory', 'geofences', 'places', 'services'],
  messaging: [],
  monitoring: [],
  tracking: ['billing'],
  attention: ['events', 'services', 'dispatch', 'commands', 'vehicles'],
  grid: ['vehicles', 'places', 'services'],
  'live-map': ['vehicles', 'telemetry', 'places', 'events', 'geofences', 'services', 'dispatch'],
  radar: ['vehicles', 'places', 'services', 'watchpoints'],
  'vehicle-record': ['vehicles', 'telemetry', 'commands', 'events', 'services', 'messaging'],
  'control-panel': ['vehicles', 'services', 'dispatch', 'live-map'],
}

/**
 * The files that assemble the browser's application: only they import screens, or domains above `app`, each as a
 * chunk of its own.
 */
export const webAssembly = [
  'web/src/app/navigation/screens.ts',
  'web/src/app/navigation/auth-screens.ts',
  'web/src/app/shell/domain-parts.ts',
]

/** Packages without I/O: no node core module, no server, no browser. */
export const purePackages = ['contract', 'protocols', 'geo', 'optimizer', 'planning', 'i18n']

/** Paths of code that serves tests and the demo only. */
export const testPath = '[.](test|factory|testing|harness|fixtures)[.]tsx?$|/testing(/|[.]tsx?$)'
