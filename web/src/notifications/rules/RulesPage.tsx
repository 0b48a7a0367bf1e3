import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useCan } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { WebhooksTab } from '../webhooks/WebhooksTab.tsx'
import { RuleList } from './RuleList.tsx'

/** The notification rules of the company shown, and its webhooks for those who may edit them. */
export function RulesPage({ title }: { title: string }) {
  const { t } = useText()
  const mayEditWebhooks = useCan()('webhooks.edit')
  const [query, change] = useAddressState()
  const tab = mayEditWebhooks && oneOf(query.tab) === 'webhooks' ? 'webhooks' : 'rules'
  return (
    <>
      <PageHeader title={title} />
      {mayEditWebhooks && (
        <Tabs
          value={tab}
          aria-label={title}
          onChange={(_, next: string) => change({ tab: next === 'rules' ? undefined : next })}
          sx={{ mb: '12px' }}
        >
          <Tab value="rules" label={t('notificationRules.tab.rules')} />
          <Tab value="webhooks" label={t('notificationRules.tab.webhooks')} />
        </Tabs>
      )}
      {tab === 'webhooks' ? <WebhooksTab /> : <RuleList />}
    </>
  )
}
