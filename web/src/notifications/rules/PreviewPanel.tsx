import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { previewNotificationRule, type RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useReachWords } from '../use-reach-words.ts'

/** Whom a rule would have reached in the last seven days, and why; why not, for the other events. */
export function PreviewPanel({ companyId, draft }: { companyId: string; draft: RuleBody }) {
  const { t } = useText()
  const moment = useMoment()
  const message = useErrorMessage()
  const words = useReachWords()
  const preview = useChange(previewNotificationRule)
  const found = preview.data
  return (
    <Box
      component="section"
      aria-label={t('notificationRules.preview.title')}
      sx={{ display: 'grid', gap: '10px', p: '12px', borderRadius: '12px', backgroundColor: token('sunken') }}
    >
      <Button
        variant="outlined"
        loading={preview.isPending}
        sx={{ justifySelf: 'start' }}
        onClick={() => preview.mutate({ body: { companyId, ...draft, name: draft.name.trim() || '-' } })}
      >
        {t('notificationRules.preview.show')}
      </Button>
      {preview.isError && (
        <Alert severity="error">{message(preview.error, t('notificationRules.error.preview'))}</Alert>
      )}
      {found && (
        <>
          <Box role="status">
            {t('notificationRules.preview.sum', {
              events: found.events,
              matched: found.matched,
              notifications: found.notifications,
            })}
          </Box>
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: '8px' }}>
            {found.items.map((item) => (
              <li key={item.eventId}>
                <Box sx={{ fontWeight: 620 }}>
                  {item.vehicleNumber} · {item.title} · {moment(item.at)}
                </Box>
                {item.zones.length > 0 && (
                  <Box sx={{ typography: 'body2' }}>
                    {t('notificationRules.preview.zones', {
                      count: item.zones.length,
                      zones: item.zones.join(', '),
                    })}
                  </Box>
                )}
                {item.recipients.length === 0 && t('notificationRules.preview.nobody')}
                {item.recipients.map(({ name, audience, methods, unreached, afterSeconds }) => (
                  <Box
                    key={`${afterSeconds} ${audience} ${name}`}
                    sx={{ typography: 'body2', color: token('textSoft') }}
                  >
                    {[
                      afterSeconds === null
                        ? []
                        : t('notificationRules.preview.after', { seconds: afterSeconds }),
                      name,
                      words.audience(audience),
                      methods.length === 0
                        ? []
                        : methods.map((one) => t(`notifications.method.${one}`)).join(', '),
                      unreached.map(
                        ({ method, reason }) =>
                          `${t(`notifications.method.${method}`)}: ${t(`failures.${reason}`)}`,
                      ),
                    ]
                      .flat()
                      .join(' · ')}
                  </Box>
                ))}
              </li>
            ))}
          </Box>
          {found.isCut && <span>{t('notificationRules.preview.cut')}</span>}
          {found.unmatched.map(({ reason, events }) => (
            <Box key={reason} sx={{ typography: 'body2', color: token('textSoft') }}>
              {t('notificationRules.preview.unmatched', {
                count: events,
                reason: t(`notificationRules.mismatch.${reason}`),
              })}
            </Box>
          ))}
        </>
      )}
    </Box>
  )
}
