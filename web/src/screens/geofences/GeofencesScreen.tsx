import { FencesPage } from '../../geofences/list/FencesPage.tsx'

/** The geofences of a fleet: what is watched, where, and what may be changed about it. */
export const GeofencesScreen = FencesPage
