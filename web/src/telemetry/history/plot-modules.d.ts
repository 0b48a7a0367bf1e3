/** Vite takes the file; what it holds is styles. */
declare module 'uplot/dist/uPlot.min.css'
