import type { notificationPreferences as es } from '../es/notifications.preferences.ts'

export const notificationPreferences: Record<keyof typeof es, string> = {
  title: 'Notification preferences',
  lead: 'What reaches Rumbo you always see here. Choose what else you receive, and from which priority on.',
  saved: 'Your preferences were saved.',
  off: '{{method}} is not configured. A super admin can configure it.',
  offNamed: '{{method}} is not configured. It can be configured by: {{names}}.',
  'unverified.email':
    'Your email is not verified, so no notifications reach you by email. Verify it on this page.',
  'unverified.phone': 'You have no verified phone, so no notifications reach you by SMS.',
  ownQuiet: 'Use my own quiet hours',
  least: 'From priority',
  'topic.emergencies': 'Emergencies',
  'topic.critical': 'Critical events',
  'topic.security': 'Security',
  'topic.warnings': 'Warnings',
  'topic.lateness': 'Delays',
  'topic.maintenance': 'Maintenance',
  'topic.watched': 'Vehicles you follow',
  'topic.other': 'Other rules',
  'topic.assigned': 'Events assigned to you',
  'topic.mentions': 'Mentions',
  'topic.services': 'Your services',
  'topic.messages': 'Messages',
  'error.load': 'Your preferences could not be loaded. Please try again.',
  'error.save': 'Your preferences could not be saved. Please try again.',
}
