import Box from '@mui/material/Box'
import { useSession } from '../app/client-context.tsx'
import { initials } from '../app/session/session.rules.ts'
import { usePeopleAt } from '../live/use-presence.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'

/** The others beyond these are counted. */
const mostShown = 3

/** The initials of other people who have the service open now; nothing where nobody has. */
export function PresentPeople({ serviceId }: { serviceId: string }) {
  const { t } = useText()
  const { user } = useSession()
  const others = usePeopleAt(serviceId).filter(({ userId }) => userId !== user?.id)
  if (others.length === 0) return null
  const words = t('services.present', { names: others.map(({ name }) => name).join(', ') })
  const marks = [
    ...others.slice(0, mostShown).map(({ userId, name }) => ({ key: userId, text: initials(name) })),
    ...(others.length > mostShown ? [{ key: 'more', text: `+${others.length - mostShown}` }] : []),
  ]
  return (
    <Box component="span" title={words} sx={{ display: 'inline-flex', flex: 'none' }}>
      <span style={visuallyHidden}>{words}</span>
      {marks.map(({ key, text }) => (
        <Box
          component="span"
          key={key}
          aria-hidden
          sx={{
            display: 'grid',
            placeItems: 'center',
            width: 22,
            height: 22,
            ml: '-4px',
            borderRadius: '50%',
            border: `2px solid ${token('surface')}`,
            backgroundColor: token('primarySoft'),
            color: token('primaryText'),
            fontSize: 9,
            fontWeight: 700,
          }}
        >
          {text}
        </Box>
      ))}
    </Box>
  )
}
