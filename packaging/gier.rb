# A Homebrew formula. Fill in the address of a release's source archive and its sum.
class Gier < Formula
  desc "Emulator of GIER, the Danish computer of 1961"
  homepage ""
  url ""
  sha256 ""
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/gier")
    generate_completions_from_executable(bin/"gier", "completions")
    system bin/"gier", "man", man1
  end

  test do
    (testpath/"squares.alg").write <<~ALGOL
      _begin _integer i; _for i := 1 _step 1 _until 5 _do write(‹-ndd›, i×i) _end;
    ALGOL
    assert_match "25", shell_output("#{bin}/gier run squares.alg --plain")
  end
end
