export default {
  mode: 'production',
  entry: './src/main.ts',
  devtool: 'source-map',
  dotenv: true,
  module: { rules: [{ test: /\.ts$/, use: 'ts-loader' }] },
  resolve: { extensions: ['.ts', '.js'] },
};
