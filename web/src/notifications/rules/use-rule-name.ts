import { defaultRuleKeys, type NotificationRule } from '@rumbo/contract/notifications.rules.contract'
import { useText } from '../../ui/i18n.tsx'

/** What a rule is called: default rules in the language of the reader, until somebody renames them. */
export function useRuleName() {
  const { t } = useText()
  return ({
    name,
    defaultKey,
    hasDefaultName,
  }: Pick<NotificationRule, 'name' | 'defaultKey' | 'hasDefaultName'>) => {
    const key = defaultRuleKeys.find((one) => one === defaultKey)
    return hasDefaultName && key !== undefined ? t(`notificationRules.default.${key}`) : name
  }
}
