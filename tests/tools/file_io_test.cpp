#include "tools/scenario/file_io.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "tests/tools/scratch_folder.hpp"

namespace cardume {
namespace {

class FileIo : public testing::ScratchFolder {
 protected:
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path("")), {}));
  }
};

TEST_F(FileIo, ReadsWhatItWrote) {
  const std::string text("one\0two\r\n", 9);
  ASSERT_FALSE(write_file(path("a"), "old"));
  ASSERT_FALSE(write_file(path("a"), text));
  EXPECT_EQ(*read_file(path("a")), text);
  EXPECT_EQ(files(), 1u);  // No temporary file is left.
}

TEST_F(FileIo, RefusesWhatIsNoRegularFile) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::string& name :
       {path("."), path("pipe"), std::string("/dev/zero"), path("absent"), path(std::string(5000, 'x').c_str())}) {
    const Result<std::string> text = read_file(name);
    ASSERT_FALSE(text) << name;
    EXPECT_TRUE(text.error().message.starts_with(name)) << text.error().message;
  }
}

TEST_F(FileIo, RefusesMoreThanTheLimit) {
  ASSERT_FALSE(write_file(path("a"), "12345678"));
  EXPECT_TRUE(read_file(path("a"), 8));
  const Result<std::string> text = read_file(path("a"), 7);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().status, Status::kLimit);
}

TEST_F(FileIo, LeavesNothingBehindWhereItCannotWrite) {
  EXPECT_TRUE(write_file(path("."), "x"));
  EXPECT_TRUE(write_file(path("absent/a"), "x"));
  EXPECT_EQ(files(), 0u);
}

TEST_F(FileIo, KnowsBeforehandWhatCannotBeWritten) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  ASSERT_FALSE(write_file(path("a"), "old"));
  for (const std::string& name : {path("."), path("absent/b"), path("a/b"), path("pipe"), path("")}) {
    const Error error = check_output(name);
    EXPECT_TRUE(error) << name;
    EXPECT_TRUE(error.message.starts_with(name)) << error.message;
    EXPECT_TRUE(write_file(name, "x")) << name;
  }
  for (const std::string& name : {path("a"), path("b"), std::string("/dev/null"), std::string("b_beside")})
    EXPECT_FALSE(check_output(name)) << check_output(name).message;
  EXPECT_EQ(*read_file(path("a")), "old");
  EXPECT_EQ(files(), 2u);
}

TEST_F(FileIo, WritesThroughALinkWithoutReplacingIt) {
  ASSERT_FALSE(write_file(path("a"), "old"));
  std::filesystem::create_symlink(path("a"), path("link"));
  ASSERT_FALSE(write_file(path("link"), "new"));
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
  EXPECT_EQ(*read_file(path("a")), "new");
}

}  // namespace
}  // namespace cardume
