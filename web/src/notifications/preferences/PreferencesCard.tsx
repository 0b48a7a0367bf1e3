import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { listNotificationMethods } from '@rumbo/contract/notifications.contract'
import {
  type ChosenMethod,
  changeNotificationPreferences,
  chosenMethods,
  type NotificationPreferences,
  type NotificationTopic,
  notificationTopics,
  readNotificationPreferences,
} from '@rumbo/contract/notifications.preferences.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { withMethod, withQuiet } from './preferences.rules.ts'

/** By which methods notifications reach the person, topic by topic, and their own quiet hours. Each change is saved. */
export function PreferencesCard() {
  const { t } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const answer = useEndpoint(readNotificationPreferences, {})
  const saving = useChange(changeNotificationPreferences, {
    onError: (error) =>
      void show({ type: 'error', message: message(error, t('notifications.preferences.failed')) }),
  })
  const held = saving.isPending ? saving.variables.body : undefined
  const preferences = answer.data && {
    ...answer.data,
    ...(held as Partial<NotificationPreferences> | undefined),
  }
  const save = ({ topics, quietWindows }: Pick<NotificationPreferences, 'topics' | 'quietWindows'>) =>
    saving.mutate({ body: { topics, quietWindows } })
  return (
    <Card title={t('notifications.preferences.title')}>
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('notifications.error.load'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {preferences === undefined ? (
        !answer.isError && <FormSkeleton fields={4} />
      ) : (
        <Box sx={{ display: 'grid', gap: '16px' }}>
          <Typography sx={{ color: token('textSoft') }}>{t('notifications.preferences.lead')}</Typography>
          <Unconfigured />
          <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {preferences.email !== null &&
              t('notifications.preferences.email', { address: preferences.email })}
            <br />
            {preferences.phone === null
              ? t('notifications.preferences.noPhone')
              : t('notifications.preferences.phone', { address: preferences.phone })}
          </Typography>
          <Box sx={{ overflowX: 'auto' }}>
            <TopicTable preferences={preferences} onChange={save} />
          </Box>
          <QuietHours preferences={preferences} onChange={save} />
        </Box>
      )}
    </Card>
  )
}

/** Names those who can configure what is not. */
function Unconfigured() {
  const { t } = useText()
  const { data } = useEndpoint(listNotificationMethods, {})
  return data?.items
    .filter(({ method, isConfigured }) => method !== 'webhook' && !isConfigured)
    .map(({ method, configurableBy }) => {
      const name = t(`notifications.method.${method}`)
      return (
        <Alert key={method} severity="info" role="status">
          {configurableBy.length === 0
            ? t('notifications.preferences.notConfiguredAnyone', { method: name })
            : t('notifications.preferences.notConfigured', {
                method: name,
                names: configurableBy.join(', '),
              })}
        </Alert>
      )
    })
}

interface PartProps {
  preferences: NotificationPreferences
  onChange: (next: NotificationPreferences) => void
}

function TopicTable({ preferences, onChange }: PartProps) {
  const { t } = useText()
  const isOn = (topic: NotificationTopic, method: ChosenMethod) =>
    preferences.topics.find((one) => one.topic === topic)?.methods.includes(method) ?? true
  return (
    <Box component="table" sx={{ borderCollapse: 'collapse', width: '100%' }}>
      <thead>
        <tr>
          <td />
          {chosenMethods.map((method) => (
            <Box component="th" key={method} scope="col" sx={{ typography: 'body2', p: '4px' }}>
              {t(`notifications.method.${method}`)}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationTopics.map((topic) => (
          <Box component="tr" key={topic} sx={{ borderTop: `1px solid ${token('line')}` }}>
            <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 'inherit', p: '4px 0' }}>
              {t(`notifications.topic.${topic}`)}
            </Box>
            {chosenMethods.map((method) => (
              <Box component="td" key={method} sx={{ textAlign: 'center' }}>
                <Checkbox
                  size="small"
                  checked={isOn(topic, method)}
                  onChange={(_, next) => onChange(withMethod(preferences, { topic, method, isOn: next }))}
                  slotProps={{
                    input: {
                      'aria-label': `${t(`notifications.topic.${topic}`)}: ${t(`notifications.method.${method}`)}`,
                    },
                  }}
                />
              </Box>
            ))}
          </Box>
        ))}
      </tbody>
    </Box>
  )
}

function QuietHours({ preferences, onChange }: PartProps) {
  const { t } = useText()
  const [window] = preferences.quietWindows ?? []
  const set = (given: { from?: string; to?: string } | null) => onChange(withQuiet(preferences, given))
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      <FormControlLabel
        control={<Switch checked={window !== undefined} onChange={(_, isOn) => set(isOn ? {} : null)} />}
        label={t('notifications.preferences.quiet')}
      />
      {window && (
        <>
          <Box sx={{ display: 'flex', gap: '8px' }}>
            {(['from', 'to'] as const).map((end) => (
              <TextField
                key={end}
                type="time"
                size="small"
                label={t(
                  end === 'from'
                    ? 'notifications.preferences.quietFrom'
                    : 'notifications.preferences.quietTo',
                )}
                value={window[end]}
                onChange={({ target }) => target.value !== '' && set({ [end]: target.value })}
                slotProps={{ inputLabel: { shrink: true } }}
              />
            ))}
          </Box>
          <Typography variant="body2" sx={{ color: token('textSoft') }}>
            {t('notifications.preferences.quietText', { from: window.from, to: window.to })}
          </Typography>
        </>
      )}
    </Box>
  )
}
