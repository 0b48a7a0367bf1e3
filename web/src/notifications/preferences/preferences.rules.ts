import {
  type ChosenMethod,
  chosenMethods,
  type NotificationPreferences,
  type NotificationTopic,
} from '@rumbo/contract/notifications.preferences.contract'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const usual = { from: '22:00', to: '07:00' }

/** Preferences with one method of a topic switched on or off; a topic that was not chosen for had all of them. */
export function withMethod(
  preferences: NotificationPreferences,
  { topic, method, isOn }: { topic: NotificationTopic; method: ChosenMethod; isOn: boolean },
): NotificationPreferences {
  const before = preferences.topics.find((one) => one.topic === topic) ?? {
    topic,
    methods: [...chosenMethods],
    leastPriority: 'info' as const,
    digest: null,
  }
  const methods = chosenMethods.filter((one) => (one === method ? isOn : before.methods.includes(one)))
  const others = preferences.topics.filter((one) => one.topic !== topic)
  return { ...preferences, topics: [...others, { ...before, methods }] }
}

/** Preferences with quiet hours of every night, changed in part; null: those of the company. */
export function withQuiet(
  preferences: NotificationPreferences,
  given: { from?: string; to?: string } | null,
): NotificationPreferences {
  const [before = usual] = preferences.quietWindows ?? []
  return {
    ...preferences,
    quietWindows:
      given === null
        ? null
        : [{ days: everyDay, from: given.from ?? before.from, to: given.to ?? before.to }],
  }
}
