export default function AboutPage() {
  return <h1>About this site</h1>;
}
