/** The architecture in a few lines: which domains a domain may use, on the server and in the browser. */
export const mayUse = {
  identity: [],
  organisation: ['identity'],
  directory: ['organisation'],
  places: [],
  vehicles: ['organisation', 'directory'],
  shifts: ['directory', 'vehicles'],
  telemetry: ['vehicles', 'places'],
  commands: ['vehicles', 'telemetry'],
  geofences: ['organisation', 'vehicles', 'telemetry', 'places'],
  events: ['vehicles', 'shifts', 'telemetry', 'geofences'],
  services: ['organisation', 'directory', 'vehicles', 'places'],
  planning: ['services', 'vehicles', 'shifts', 'places'],
  dispatch: ['services', 'planning', 'vehicles', 'shifts', 'telemetry', 'places'],
  communication: ['identity', 'directory', 'services', 'vehicles', 'telemetry', 'geofences', 'dispatch'],
  notifications: ['identity', 'directory', 'events', 'communication'],
  watchpoints: ['organisation'],
  monitoring: [],
}

/** Rows of the browser that differ: its forms join what the server keeps apart. */
export const webMayUse = {
  ...mayUse,
  directory: ['organisation', 'identity', 'places'],
}

/** Folders within a domain of the browser that use other domains than it does. */
export const webSubfolders = {
  'identity/users': ['organisation', 'directory', 'vehicles'],
}

/** Packages without I/O: no node core module, no server, no browser. */
export const purePackages = ['contract', 'protocols', 'geo', 'i18n']
