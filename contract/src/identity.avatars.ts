/** What a person may look like. */
export const avatarTypes = ['initials', 'person', 'driver', 'headset', 'star', 'truck'] as const
export const avatarColors = [
  'primary',
  'active',
  'occupied',
  'en_route',
  'in_service',
  'maintenance',
  'alarmed',
  'inactive',
] as const
