import { focusFirstField } from '../dialogs/first-field.ts'
import { controlHeight } from './sizes.ts'
import { type ComponentOverrides, themeInputs } from './theme-inputs.ts'
import { type StatusToken, token } from './tokens.ts'

const focusRing = { outline: `2px solid ${token('primaryText')}`, outlineOffset: 2 }
const floating = {
  backgroundColor: token('raised'),
  backgroundImage: 'none',
  border: `1px solid ${token('line')}`,
  boxShadow: `0 10px 28px ${token('shadow')}`,
}

/** A banner on the tint of a status, with its icon in the status colour. */
const alertLook = (severity: 'Success' | 'Info' | 'Warning' | 'Error', status: StatusToken) => ({
  [`&.MuiAlert-standard${severity}, &.MuiAlert-standard.MuiAlert-color${severity}`]: {
    backgroundColor: token(`${status}Tint`),
    color: token('text'),
    '& .MuiAlert-icon': { color: token(status) },
  },
})

/** Overrides of MUI's components, using tokens only. */
export const themeComponents: ComponentOverrides = {
  ...themeInputs,
  MuiCssBaseline: {
    styleOverrides: {
      html: { textSizeAdjust: '100%' },
      body: {
        fontVariantNumeric: 'tabular-nums',
        fontFeatureSettings: '"calt", "case"',
        backgroundColor: token('background'),
      },
      ':focus-visible': focusRing,
      a: { color: token('primaryText') },
      // Browsers give controls a font of their own.
      'button, input, select, textarea': { font: 'inherit' },
      ':root': {
        '--rumbo-card-border': token('line'),
        '--rumbo-card-shadow': 'none',
        '&[data-cards="soft"]': {
          '--rumbo-card-border': 'transparent',
          '--rumbo-card-shadow': `0 1px 4px ${token('shadow')}`,
        },
      },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
    },
  },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: { font: 'inherit', '&.Mui-focusVisible': focusRing } },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        minHeight: controlHeight.bar,
        padding: '6px 14px',
        borderRadius: 8,
        whiteSpace: 'nowrap',
        variants: [
          {
            props: { variant: 'contained', color: 'primary' },
            style: {
              backgroundColor: token('primary'),
              color: token('onPrimary'),
              '&:hover': { backgroundColor: token('primaryHover') },
            },
          },
          {
            props: { variant: 'outlined', color: 'primary' },
            style: {
              borderColor: token('lineStrong'),
              color: token('text'),
              '&:hover': { backgroundColor: token('sunken'), borderColor: token('lineStrong') },
            },
          },
          {
            props: { variant: 'outlined', color: 'error' },
            style: {
              borderColor: token('critical'),
              color: token('critical'),
              '&:hover': { backgroundColor: token('criticalTint'), borderColor: token('critical') },
            },
          },
          {
            props: { variant: 'text', color: 'primary' },
            style: { color: token('primaryText'), '&:hover': { backgroundColor: token('primarySoft') } },
          },
        ],
        '&.Mui-disabled': { color: token('textFaint') },
        '&.MuiButton-contained.Mui-disabled': { backgroundColor: token('sunken') },
        '&.MuiButton-outlined.Mui-disabled': { borderColor: token('line') },
      },
      sizeSmall: { minHeight: 30, padding: '3px 10px', fontSize: '0.78125rem' },
      sizeLarge: { minHeight: controlHeight.form, padding: '10px 18px' },
      startIcon: { '& > *:nth-of-type(1)': { fontSize: 18 } },
      endIcon: { '& > *:nth-of-type(1)': { fontSize: 18 } },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        borderRadius: 8,
        color: token('textSoft'),
        '&:hover': { backgroundColor: token('sunken'), color: token('text') },
      },
      sizeSmall: { width: 30, height: 30 },
      sizeMedium: { width: controlHeight.bar, height: controlHeight.bar },
    },
  },
  MuiTypography: { defaultProps: { variantMapping: { figure: 'p', subtitle1: 'p', subtitle2: 'p' } } },
  MuiSvgIcon: { styleOverrides: { root: { fontSize: 20 }, fontSizeSmall: { fontSize: 18 } } },
  MuiLink: {
    defaultProps: { underline: 'always' },
    styleOverrides: { root: { color: token('primaryText'), textDecorationColor: 'currentcolor' } },
  },
  MuiAppBar: {
    defaultProps: { elevation: 0, color: 'default' },
    styleOverrides: {
      root: {
        backgroundColor: token('surface'),
        backgroundImage: 'none',
        color: token('text'),
        borderBottom: `1px solid ${token('line')}`,
      },
    },
  },
  MuiToolbar: { styleOverrides: { root: { minHeight: '56px !important' } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiDrawer: {
    styleOverrides: { paper: { backgroundColor: token('surface'), borderColor: token('line') } },
  },
  MuiDialog: {
    defaultProps: { slotProps: { transition: { onEnter: focusFirstField } } },
    styleOverrides: {
      paper: { ...floating, borderRadius: 14, '&.MuiDialog-paperFullScreen': { borderRadius: 0 } },
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      // Names of any length are part of titles.
      root: { fontSize: '1.0625rem', lineHeight: 1.4, padding: '18px 20px 8px', overflowWrap: 'anywhere' },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px 16px', overflowWrap: 'anywhere' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '12px 20px 18px', gap: 8, flexWrap: 'wrap' } } },
  MuiBackdrop: {
    styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { backgroundColor: token('backdrop') } } },
  },
  MuiPopover: { styleOverrides: { paper: { ...floating, borderRadius: 14 } } },
  MuiMenu: { styleOverrides: { list: { padding: 6 } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        borderRadius: 8,
        minHeight: 36,
        gap: 10,
        '&:hover, &.Mui-focusVisible': { backgroundColor: token('sunken') },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: token('primarySoft'),
          color: token('primaryText'),
        },
      },
    },
  },
  MuiListItemButton: {
    styleOverrides: {
      root: {
        borderRadius: 8,
        '&:hover': { backgroundColor: token('sunken') },
        '&.Mui-selected, &.Mui-selected:hover': {
          backgroundColor: token('primarySoft'),
          color: token('primaryText'),
        },
      },
    },
  },
  MuiListItemIcon: { styleOverrides: { root: { color: 'inherit', minWidth: 34 } } },
  MuiTooltip: {
    defaultProps: { arrow: true, enterDelay: 400, enterNextDelay: 100 },
    styleOverrides: {
      tooltip: {
        backgroundColor: token('text'),
        color: token('surface'),
        fontSize: '0.78125rem',
        lineHeight: 1.44,
        fontWeight: 520,
        borderRadius: 8,
        padding: '6px 10px',
      },
      arrow: { color: token('text') },
    },
  },
  MuiTabs: {
    styleOverrides: {
      root: { minHeight: 40, borderBottom: `1px solid ${token('line')}` },
      indicator: { backgroundColor: token('primaryText') },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: {
        minHeight: 40,
        padding: '8px 14px',
        color: token('textSoft'),
        '&.Mui-selected': { color: token('primaryText') },
        '&.Mui-focusVisible': { ...focusRing, outlineOffset: -2 },
      },
    },
  },
  MuiChip: {
    styleOverrides: {
      root: { height: 24, fontSize: '0.78125rem', fontWeight: 620, borderRadius: 12 },
      outlined: { borderColor: token('line'), backgroundColor: token('surface') },
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: { borderBottomColor: token('line'), padding: '0 12px', height: 44 },
      head: {
        color: token('textSoft'),
        fontSize: '0.78125rem',
        fontWeight: 620,
        lineHeight: 1.3,
        backgroundColor: token('surface'),
      },
    },
  },
  MuiTableRow: {
    styleOverrides: {
      root: {
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: token('primarySoft') },
        '&.MuiTableRow-hover:hover': { backgroundColor: token('sunken') },
        '&.MuiTableRow-hover.Mui-selected:hover': { backgroundColor: token('primarySoft') },
      },
    },
  },
  MuiTableSortLabel: {
    styleOverrides: {
      root: { '&.Mui-active, &:hover': { color: token('text') }, '&:focus-visible': focusRing },
      icon: { fontSize: 16 },
    },
  },
  MuiSkeleton: {
    defaultProps: { animation: 'wave' },
    styleOverrides: { root: { backgroundColor: token('sunken') } },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: { height: 6, borderRadius: 3, backgroundColor: token('sunken') },
      bar: { borderRadius: 3 },
    },
  },
  MuiAlert: {
    styleOverrides: {
      root: {
        borderRadius: 12,
        color: token('text'),
        ...alertLook('Success', 'active'),
        ...alertLook('Info', 'occupied'),
        ...alertLook('Warning', 'alarmed'),
        ...alertLook('Error', 'critical'),
      },
    },
  },
  MuiBadge: {
    styleOverrides: {
      badge: { fontSize: '0.71875rem', fontWeight: 700, minWidth: 18, height: 18, padding: '0 5px' },
    },
  },
  MuiAvatar: {
    styleOverrides: {
      root: {
        width: 32,
        height: 32,
        fontSize: '0.78125rem',
        fontWeight: 700,
        backgroundColor: token('primary'),
        color: token('onPrimary'),
      },
    },
  },
}
