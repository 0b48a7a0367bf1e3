import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { userStats } from '@rumbo/contract/identity.users.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AnimatedNumber } from '../../ui/AnimatedNumber.tsx'
import { cardLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { token } from '../../ui/theme/tokens.ts'

export type UserStat = 'total' | 'active' | 'superAdmins' | 'managers'
const stats = ['total', 'active', 'superAdmins', 'managers'] as const satisfies readonly UserStat[]

interface UserStatCardsProps {
  companyId: string | undefined
  /** The figure that filters the list now. */
  shown: UserStat | null
  onShow: (stat: UserStat) => void
}

/** Numbers of users; a card filters the list to the users it counts. Renders nothing if they cannot be read. */
export function UserStatCards({ companyId, shown, onShow }: UserStatCardsProps) {
  const { t } = useText()
  const { data, isError } = useEndpoint(
    userStats,
    { query: { companyId } },
    { placeholderData: keepPreviousData },
  )
  if (data === undefined) return isError ? null : <CardsSkeleton cards={4} />
  return (
    <Box
      component="section"
      aria-label={t('users.stats.label')}
      sx={{
        display: 'grid',
        gap: '12px',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
      }}
    >
      {stats.map((stat) => (
        <ButtonBase
          key={stat}
          title={t('users.stats.show', { what: t(`users.stats.${stat}`) })}
          aria-pressed={shown === stat}
          onClick={() => onShow(stat)}
          sx={{
            // On a phone one line each, so that the first user is in the upper half.
            display: { xs: 'flex', sm: 'block' },
            justifyContent: 'space-between',
            textAlign: 'left',
            p: { xs: '6px 10px', sm: '14px 16px' },
            ...cardLook,
            '&:hover': { borderColor: token('lineStrong') },
            '&[aria-pressed="true"]': {
              borderColor: token('primaryText'),
              backgroundColor: token('primarySoft'),
            },
          }}
        >
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t(`users.stats.${stat}`)}</Box>
          <Box sx={{ typography: { xs: 'h2', sm: 'figure' } }}>
            <AnimatedNumber value={data[stat]} />
          </Box>
        </ButtonBase>
      ))}
    </Box>
  )
}
