/** What may be done with many geofences at once. */
export const bulkActions = ['activate', 'deactivate', 'recolour', 'tag', 'delete'] as const
export type BulkAction = (typeof bulkActions)[number]
